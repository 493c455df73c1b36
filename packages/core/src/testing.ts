export { type FakeErrorFields, type FakeListOptions, fakeCall, fakeError, fakeList } from './testing/fakes.ts';
