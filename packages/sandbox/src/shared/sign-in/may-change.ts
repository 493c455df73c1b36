/** Pages of the auth hosts, which open sessions and issue codes in response to GET. */
const pages = /authorize|activate|login/;

/** Returns whether a request may change the state of an API whose users sign in. */
export const mayChangeSignedIn = (method: string, path: string): boolean =>
  method === 'GET' || method === 'HEAD' ? pages.test(path) : method !== 'OPTIONS';
