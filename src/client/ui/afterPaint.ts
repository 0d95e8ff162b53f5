/** Runs a task once the browser has painted what was changed before it. */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      task();
    });
    port1.start();
    port2.postMessage(null);
  });
}
