/** Ends as it would by a fault in a decoder when a picture of one pixel is wanted; else it never answers. */
process.on('message', (/** @type {{ widths: number[] }} */ { widths }) => {
  if (widths[0] === 1) process.kill(process.pid, 'SIGSEGV');
});
