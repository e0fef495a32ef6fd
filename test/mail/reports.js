/** @param {{ to?: string, about?: string, headers?: string }} [said] */
export const reportTo = ({
  to = 'bounces@example.org',
  about = 'other@elsewhere.example',
  headers = '',
} = {}) =>
  `From: MAILER-DAEMON@mx.example\nTo: ${to}\nContent-Type: multipart/report;\n report-type=delivery-status; boundary=x\n\n--x\nContent-Type: text/plain\n\nSorry.\n\n--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ${about}\nAction: failed\nStatus: 5.1.1\n\n--x\nContent-Type: text/rfc822-headers\n\nSubject: Jam\n${headers}\n--x--\n`;
