export { createRecordFake, type FakeFields, type RecordFake } from './testing/fake-record.ts';
export {
  createErrorFake,
  type ErrorFake,
  type FakeErrorFields,
  type FakeListOptions,
  fakeCall,
  fakeList,
} from './testing/fakes.ts';
