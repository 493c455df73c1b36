// Opens Link on the page of Hosted Link. Afterward, goes to the address that the app chose, or tells the user to close it.
const main = document.querySelector('main');
function end() {
  const { completion } = main.dataset;
  if (completion) location.assign(completion);
  else document.getElementById('title').textContent = 'You can close this page.';
}
Plaid.create({ token: main.dataset.token, onSuccess: end, onExit: end }).open();
