import { useEffect } from 'react'

const counted = /^\(\d+\+?\) /

/** Puts a count before any page's window title; null for none. */
export function useCountInTitle(count: string | null): void {
  useEffect(() => {
    const title = document.querySelector('title')
    if (!title) return
    const write = () => {
      const plain = document.title.replace(counted, '')
      const wanted = count === null ? plain : `(${count}) ${plain}`
      if (document.title !== wanted) document.title = wanted
    }
    write()
    const observer = new MutationObserver(write)
    observer.observe(title, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(counted, '')
    }
  }, [count])
}
