import { type ClipboardEvent, useEffect, useState } from 'react'

/** Text pasted with a picture of itself, such as spreadsheet cells, is pasted as text; the picture is offered. */
export function usePaste(text: string, attach: ((files: readonly File[]) => void) | null) {
  const [offered, setOffered] = useState<readonly File[]>([])
  // Sent, or deleted: the picture has no text to go with.
  useEffect(() => {
    if (text === '') setOffered([])
  }, [text])
  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData } = event
    const files = [...clipboardData.files]
    if (files.length === 0 || !attach) return
    if (hasWords(clipboardData, files)) return setOffered(files)
    event.preventDefault()
    attach(files)
  }
  const dismiss = () => setOffered([])
  const take = () => {
    dismiss()
    attach?.(offered)
  }
  return { onPaste, offered, take, dismiss }
}

type Copied = Pick<DataTransfer, 'getData'>

/** Excludes the name of a copied file, and the address of a copied picture. */
export function hasWords(copied: Copied, files: readonly Pick<File, 'name'>[]): boolean {
  const lines = copied
    .getData('text/plain')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
  if (lines.every((line) => files.some(({ name }) => isNameOf(line.trim(), name)))) return false
  const html = copied.getData('text/html')
  return html === '' || !isPictureAlone(html)
}

function isNameOf(line: string, name: string): boolean {
  const last = line.split(/[/\\]/).at(-1) ?? ''
  return [line, last].includes(name) || last === encodeURIComponent(name)
}

function isPictureAlone(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return body.querySelector('img') !== null && body.textContent.trim() === ''
}
