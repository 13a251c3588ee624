// Loaded into a service that is measured: tells what its memory holds once everything that nobody uses is gone.
process.on('message', (message) => {
  if (message !== 'memory') return;
  // Twice, with a turn between: what the first round finalizes can let go of more.
  globalThis.gc();
  setImmediate(() => {
    globalThis.gc();
    process.send(process.memoryUsage());
  });
});
// A benchmark that was broken off leaves no service behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel.unref();
