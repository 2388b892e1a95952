/** Moves `moving`, in their present order, before `before`, or to the end where it is null. */
export function moveBefore(
  ids: readonly string[],
  moving: readonly string[],
  before: string | null,
): string[] {
  const going = new Set(moving)
  // A moving item cannot be the target: the next one that stays is.
  const from = before === null ? ids.length : ids.indexOf(before)
  const next = ids.slice(from === -1 ? ids.length : from).find((id) => !going.has(id))
  const staying = ids.filter((id) => !going.has(id))
  const at = next === undefined ? staying.length : staying.indexOf(next)
  return [...staying.slice(0, at), ...ids.filter((id) => going.has(id)), ...staying.slice(at)]
}
