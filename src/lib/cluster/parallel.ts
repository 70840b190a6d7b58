// SPDX-License-Identifier: Apache-2.0
/** Runs the work for all items, at most `width` at a time, and keeps their order. The first rejection rejects all. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i] as T, i)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  return results
}
