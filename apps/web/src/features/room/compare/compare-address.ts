import type { Comparing } from '#web/features/room/state/comparing'

/** The address of a comparison, or of none; keeps its other parameters. */
export function withComparing(search: URLSearchParams, comparing: Comparing | null): URLSearchParams {
  const next = new URLSearchParams(search)
  const said = {
    compare: comparing?.mode.toLowerCase() ?? null,
    from: comparing?.from ?? null,
    to: comparing?.to ?? null,
    with: comparing?.with ?? null,
  }
  for (const [name, value] of Object.entries(said)) {
    if (value === null) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}
