import { isTyping } from '#web/lib/keys'

/** Sets `--wm-keyboard`, the height that a phone's keyboard covers. */
export function followKeyboard(): void {
  const visual = window.visualViewport
  if (!visual) return
  const follow = () => {
    // Zooming in shrinks the visible part for another reason.
    const seen = visual.scale > 1.01 ? window.innerHeight : visual.height + visual.offsetTop
    const covered = Math.max(0, Math.round(window.innerHeight - seen))
    document.documentElement.style.setProperty('--wm-keyboard', `${covered}px`)
    const field = document.activeElement
    if (covered > 0 && isTyping(field)) field?.scrollIntoView({ block: 'nearest' })
  }
  visual.addEventListener('resize', follow)
  visual.addEventListener('scroll', follow)
}
