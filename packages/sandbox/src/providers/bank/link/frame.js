// Link's page in its frame. Sends the user's actions to the sandbox and shows the HTML that it responds with. The
// sandbox has already escaped that HTML.
const pane = document.getElementById('pane');
let port;
let session = '';
let isOpen = false;

// Requests are sent one at a time, so leaving waits for a login in progress.
let queue = Promise.resolve();
function send(fields) {
  queue = queue.then(() => ask(fields));
}

async function ask(fields) {
  const body = new URLSearchParams(fields);
  const action = body.get('action');
  if (action === 'open') isOpen = true;
  else if (!isOpen && action !== 'submit') return;
  if (action !== 'open') body.set('session', session);
  try {
    const response = await fetch('session', { method: 'POST', body });
    if (!response.ok) throw new Error(`the sandbox responded with ${response.status}`);
    take(await response.json());
  } catch {
    const metadata = { institution: null, status: null, link_session_id: session, request_id: '' };
    if (action === 'exit') end({ exit: [null, metadata] });
    else warn('The sandbox is not responding. Try again or exit.');
  }
}

function take({ session: id, events, html, redirect, popup, success, exit }) {
  session = id;
  for (const event of events) port.postMessage({ event });
  if (success || exit) return end({ success, exit });
  if (redirect) return port.postMessage({ redirect });
  if (isOpen) show(html);
  if (popup) openPopup(popup);
}

function end(outcome) {
  isOpen = false;
  pane.replaceChildren();
  port.postMessage(outcome);
}

function show(html) {
  pane.innerHTML = html;
  document.getElementById('title').focus();
}

function warn(text) {
  const alert = document.createElement('p');
  alert.setAttribute('role', 'alert');
  alert.textContent = text;
  pane.querySelector('[role=alert]')?.remove();
  pane.prepend(alert);
}

function openPopup(url) {
  const popup = window.open(url, '', 'popup,width=480,height=720');
  if (!popup) return send({ action: 'blocked' });
  const watch = setInterval(() => {
    if (!popup.closed && !popup.location.pathname.endsWith('/oauth/done')) return;
    clearInterval(watch);
    popup.close();
    send({ action: 'returned' });
  }, 100);
}

addEventListener('message', ({ source, ports }) => {
  if (source !== parent || port) return;
  [port] = ports;
  port.onmessage = ({ data }) => send(data);
});

document.addEventListener('submit', (event) => {
  event.preventDefault();
  const { target, submitter } = event;
  const fields = new URLSearchParams(new FormData(target, submitter));
  fields.set('action', target.dataset.action);
  send(fields);
});

document.getElementById('exit').addEventListener('click', () => send({ action: 'exit' }));
addEventListener('keydown', ({ key }) => key === 'Escape' && send({ action: 'exit' }));
