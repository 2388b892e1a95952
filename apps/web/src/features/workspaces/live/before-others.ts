/** Called before others' changes show, to see where everything was. */
let look: (() => void) | null = null

export const beforeOthersShow = (): void => look?.()

export function onBeforeOthers(next: () => void): () => void {
  look = next
  return () => {
    if (look === next) look = null
  }
}
