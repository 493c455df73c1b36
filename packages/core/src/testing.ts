export { fakeRecord, type RecordOf } from './testing/fake-record.ts';
export { type FakeErrorFields, type FakeListOptions, fakeCall, fakeError, fakeList } from './testing/fakes.ts';
