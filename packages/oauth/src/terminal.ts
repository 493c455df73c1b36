export { type AddressOptions, hasBrowser, openBrowser, showAddress } from './terminal/browser.ts';
export { type DeviceSignIn, signIn, type TerminalClient, type TerminalSignInOptions } from './terminal/sign-in.ts';
