import { colorMatrices } from '#web/features/room/state/seen-as'

/** Filters that the stage's style names; the browser applies them in linear light. */
export function SeenAsFilters() {
  return (
    <svg width="0" height="0" aria-hidden focusable="false">
      {Object.entries(colorMatrices).map(([name, rows]) => (
        <filter key={name} id={`seen-as-${name}`} colorInterpolationFilters="linearRGB">
          <feColorMatrix values={[...rows.map((row) => `${row.join(' ')} 0 0`), '0 0 0 1 0'].join(' ')} />
        </filter>
      ))}
    </svg>
  )
}
