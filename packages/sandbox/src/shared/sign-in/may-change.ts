/** Pages of the auth hosts, which open sessions and issue codes, are read with GET. */
const pages = /authorize|activate|login/;

/** Whether a request may change the state of an API whose users sign in. */
export const mayChangeSignedIn = (method: string, path: string): boolean =>
  method === 'GET' || method === 'HEAD' ? pages.test(path) : method !== 'OPTIONS';
