import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Order } from './transfer-source.ts'

/** The folder that is open and how it is shown; `?id=` names it. */
export function useOpenFolder() {
  const [params, setParams] = useSearchParams()
  const [word, onWord] = useState('')
  const [sort, onSort] = useState<Order>('-createdAt')
  const onOpen = (id: string | null) => {
    onWord('')
    setParams(id === null ? {} : { id })
  }
  return { folder: params.get('id') || null, word, onWord, sort, onSort, onOpen }
}
