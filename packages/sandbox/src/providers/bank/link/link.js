// `Plaid.create` for pages that use the sandbox's Link. https://plaid.com/docs/link/web/
(() => {
  // The sandbox replaces this with the URL at which the browser reaches it.
  const sandbox = 'SANDBOX_URL';
  let count = 0;

  /** Creates a dialog with Link's page in a frame, hidden until it is opened. */
  function createDialog() {
    const dialog = document.createElement('dialog');
    const frame = document.createElement('iframe');
    count += 1;
    frame.id = `plaid-link-iframe-${count}`;
    frame.title = 'Plaid Link';
    frame.src = `${sandbox}/link-pages/frame`;
    dialog.setAttribute('aria-label', 'Plaid Link');
    Object.assign(dialog.style, { padding: 0, border: 0, borderRadius: '10px', overflow: 'hidden', maxWidth: '100vw' });
    Object.assign(frame.style, { display: 'block', width: 'min(26rem, 94vw)', height: 'min(42rem, 94vh)', border: 0 });
    dialog.append(frame);
    (document.body ?? document.documentElement).append(dialog);
    return { dialog, frame };
  }

  function create(options) {
    const { token, onSuccess, onExit, onEvent, onLoad, receivedRedirectUri } = options ?? {};
    if (!token) throw new Error('Plaid.create: token is required: pass the link_token of /link/token/create');
    if (typeof onSuccess !== 'function') throw new Error('Plaid.create: onSuccess is required: pass a function');
    const { dialog, frame } = createDialog();
    let port;
    let isOpen = false;
    // Messages sent before the frame has loaded wait for it.
    let waiting = [];
    const send = (message) => (port ? port.postMessage(message) : waiting.push(message));

    function receive({ data: { event, redirect, success, exit } }) {
      if (event) onEvent?.(...event);
      if (redirect) location.assign(new URL(redirect, `${sandbox}/link-pages/`));
      if (!success && !exit) return;
      isOpen = false;
      dialog.close();
      if (success) onSuccess(...success);
      else onExit?.(...exit);
    }

    frame.addEventListener('load', () => {
      const channel = new MessageChannel();
      port = channel.port1;
      port.onmessage = receive;
      frame.contentWindow.postMessage('link', new URL(sandbox).origin, [channel.port2]);
      for (const message of waiting) port.postMessage(message);
      waiting = [];
      onLoad?.();
    });
    const exit = () => isOpen && send({ action: 'exit' });
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      exit();
    });

    return {
      open() {
        if (isOpen) return;
        isOpen = true;
        dialog.showModal();
        send({ action: 'open', token, ...(receivedRedirectUri && { receivedRedirectUri }) });
      },
      exit,
      submit: (data) => send({ action: 'submit', token, ...data }),
      destroy() {
        isOpen = false;
        port?.close();
        dialog.remove();
      },
    };
  }

  function createEmbedded() {
    throw new Error('Plaid.createEmbedded: the sandbox has no embedded Link. Use Plaid.create');
  }

  window.Plaid = { create, createEmbedded };
})();
