import { useLayoutEffect, useRef, useState } from 'react'

type Functions = Record<string, (...given: never[]) => unknown>

/** The same functions for good, that do what the latest ones do; for what is to be drawn again only where it changed. */
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
