/** The ids in the order that they have once `moving`, in the order they are in, stand before `before`, or last where it is null. */
export function moveBefore(
  ids: readonly string[],
  moving: readonly string[],
  before: string | null,
): string[] {
  const going = new Set(moving)
  // What moves cannot be what it stands before: the next one that stays is.
  const from = before === null ? ids.length : ids.indexOf(before)
  const next = ids.slice(from === -1 ? ids.length : from).find((id) => !going.has(id))
  const staying = ids.filter((id) => !going.has(id))
  const at = next === undefined ? staying.length : staying.indexOf(next)
  return [...staying.slice(0, at), ...ids.filter((id) => going.has(id)), ...staying.slice(at)]
}
