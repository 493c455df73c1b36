// Keeps the page up to date. All HTML comes from the sandbox, which has escaped the contents of requests.
const element = (id) => document.getElementById(id);
const log = element('log');

/** Number of the last row that was cleared. */
let cleared = 0;
let instance;

const numberOf = (row) => Number(row.id.slice('request-'.length));

function showRow(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const row = template.content.firstElementChild;
  if (numberOf(row) <= cleared) return;
  const former = element(row.id);
  // Nearly always the first place, but a page that was loaded with one provider's requests has gaps.
  if (!former) log.insertBefore(row, [...log.children].find((other) => numberOf(other) < numberOf(row)) ?? null);
  else if (former.innerHTML !== row.innerHTML) replaceRow(former, row);
}

function replaceRow(former, row) {
  const isFocused = former.contains(document.activeElement);
  row.firstElementChild.open = former.firstElementChild.open;
  former.replaceWith(row);
  if (isFocused) row.querySelector('summary').focus();
}

function showPart(id, html) {
  const part = element(id);
  if (!part || part.innerHTML === html) return;
  const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
  part.innerHTML = html;
  if (focused) element(focused)?.focus();
  // Once every fault was used, it is no longer true that one is set.
  const { done } = document.querySelector('#faults form').dataset;
  if (id === 'fault-list' && !part.querySelector('li') && element('said').textContent === done) say('said', '');
}

/** Shows fragments. The first message of an instance contains all of them. */
function show({ instance: from, fragments }) {
  if (from && instance && from !== instance) location.reload();
  instance ??= from;
  if (from) for (const row of [...log.children]) if (!(row.id in fragments)) row.remove();
  for (const [id, html] of Object.entries(fragments)) {
    if (id.startsWith('request-')) showRow(html);
    else showPart(id, html);
  }
  while (log.children.length > Number(log.dataset.limit)) log.lastElementChild.remove();
}

// Browsers open at most six connections to a host across all tabs, so only visible pages use one.
let events;
function connect() {
  events?.close();
  events = undefined;
  if (document.hidden) return;
  events = new EventSource('/__sandbox/events');
  events.onopen = () => say('live', 'live');
  events.onerror = () => say('live', 'not connected');
  events.onmessage = ({ data }) => show(JSON.parse(data));
}
document.addEventListener('visibilitychange', connect);
addEventListener('pagehide', () => events?.close());
addEventListener('pageshow', ({ persisted }) => persisted && connect());
connect();

function say(id, text) {
  element(id).textContent = text;
  element(id).dataset.state = text;
}

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { target: form, submitter } = event;
  try {
    const response = await fetch(submitter?.getAttribute('formaction') ?? form.action, {
      method: 'POST',
      body: new URLSearchParams(new FormData(form, submitter)),
      headers: { accept: 'application/json' },
    });
    say('said', response.ok ? form.dataset.done : (await response.json()).error.message);
  } catch {
    say('said', 'The sandbox does not respond.');
  }
});

document.addEventListener('click', async ({ target }) => {
  const { copy } = target.dataset;
  if (copy) {
    const code = element(copy);
    getSelection().selectAllChildren(code);
    // Without a secure context, there is no clipboard, so people copy the selection themselves.
    const isCopied = await navigator.clipboard?.writeText(code.textContent).then(
      () => true,
      () => false,
    );
    say('said', isCopied ? 'Copied.' : 'Selected: copy it with Ctrl+C.');
  }
  if (target.id === 'clear') {
    cleared = Math.max(cleared, ...[...log.children].map(numberOf));
    log.replaceChildren();
  }
});

for (const link of document.querySelectorAll('[data-only]:is(a)'))
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    document.querySelector('a[aria-current]')?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    log.dataset.only = link.dataset.only;
    history.replaceState(null, '', link.href);
  });

for (const button of document.querySelectorAll('button[hidden]')) button.hidden = false;
