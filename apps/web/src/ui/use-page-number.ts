import { useSearchParams } from 'react-router'

/** The page of a list, kept in the address; page 1 leaves no trace there. */
export function usePageNumber(): [page: number, setPage: (page: number) => void] {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(params.get('page') ?? '1')) || 1)
  const setPage = (next: number) =>
    setParams((current) => {
      const changed = new URLSearchParams(current)
      if (next === 1) changed.delete('page')
      else changed.set('page', String(next))
      return changed
    })
  return [page, setPage]
}
