/**
 * Calls an observer such as `onEvent`. Observers never break what they observe: neither an error that one throws nor a
 * promise that it rejects reaches the caller or the process.
 */
export function observe<Value>(observer: ((value: Value) => unknown) | undefined, value: Value): void {
  try {
    const result = observer?.(value) as PromiseLike<unknown> | undefined;
    result?.then?.(undefined, () => {});
  } catch {} // reported nowhere: the observer is the place where failures are reported
}
