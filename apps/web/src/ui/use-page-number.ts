import { useSearchParams } from 'react-router'

/** A list's page, kept in the address under `name`; page 1 is omitted. */
export function usePageNumber(name = 'page'): [page: number, setPage: (page: number) => void] {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(params.get(name) ?? '1')) || 1)
  const setPage = (next: number) =>
    setParams((current) => {
      const changed = new URLSearchParams(current)
      if (next === 1) changed.delete(name)
      else changed.set(name, String(next))
      return changed
    })
  return [page, setPage]
}
