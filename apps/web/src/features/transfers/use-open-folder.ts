import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Order } from './transfer-source.ts'

/** The open folder, from `?id=`, and its layout. */
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
