import { useLayoutEffect, useRef, useState } from 'react'

type Functions = Record<string, (...given: never[]) => unknown>

/** Stable functions that call the latest ones, for memoized components. */
export function useStable<T extends Functions>(functions: T): T {
  const latest = useRef(functions)
  useLayoutEffect(() => {
    latest.current = functions
  })
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(functions).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
    ),
  )
  return stable as T
}
