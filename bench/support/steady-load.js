/** Asks at a steady rate: `node steady-load.js URL PER-SECOND SECONDS`. It tells how many were answered, and how fast, as a message. */
const [url, perSecond, seconds] = process.argv.slice(2);
const amount = Number(perSecond) * Number(seconds);
// It has no types of its own.
const name = 'autocannon';
const { default: autocannon } = await import(name);
const begun = performance.now();
let ended = begun;
const running = autocannon({ url, connections: 32, amount, overallRate: Number(perSecond) });
running.on('response', () => (ended = performance.now()));
const { '2xx': sent } = await running;
process.send?.({ sent, perSecond: (sent / (ended - begun)) * 1000 });
process.disconnect();
