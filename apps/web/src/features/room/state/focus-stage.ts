import { isKey } from '#web/lib/keys'
/** Returns the focus to the stage without its ring, which only keyboard users need. */
export function focusStage(): void {
  const stage = document.querySelector<HTMLElement>('[data-stage]')
  if (!stage) return
  stage.dataset.ring = 'off'
  stage.focus({ preventScroll: true })
  const show = (event: Event) => {
    if (event instanceof KeyboardEvent && !isKey(event, 'Tab')) return
    delete stage.dataset.ring
    stage.removeEventListener('blur', show)
    window.removeEventListener('keydown', show, true)
  }
  stage.addEventListener('blur', show)
  window.addEventListener('keydown', show, true)
}
