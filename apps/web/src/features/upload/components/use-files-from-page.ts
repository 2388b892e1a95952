import { useEffect, useEffectEvent, useState } from 'react'
import { carriesFiles, filesOfTransfer, nameOfPaste } from '../dropped-files.ts'

/** Accepts files dropped or pasted anywhere that nothing else handles; returns whether files are dragged over the page. */
export function useFilesFromPage(
  active: boolean,
  onFiles: (files: Promise<readonly File[]>, at: EventTarget | null) => void,
): boolean {
  const [isDragging, setDragging] = useState(false)

  const over = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return
    setDragging(!event.defaultPrevented)
    event.preventDefault()
  })
  const leave = useEffectEvent((event: DragEvent) => {
    if (event.relatedTarget === null) setDragging(false)
  })
  const drop = useEffectEvent((event: DragEvent) => {
    setDragging(false)
    if (event.defaultPrevented || !event.dataTransfer || !carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    onFiles(filesOfTransfer(event.dataTransfer), event.target)
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const data = event.clipboardData
    if (event.defaultPrevented || !data || data.files.length === 0) return
    // Text copied with a picture of itself counts as text in a text field.
    if (isTextField(event.target) && data.types.includes('text/plain')) return
    event.preventDefault()
    onFiles(
      filesOfTransfer(data).then((files) => files.map(nameOfPaste)),
      null,
    )
  })

  useEffect(() => {
    if (!active) return
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => listening.abort()
  }, [active])

  return active && isDragging
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))
}
