import { Suspense, useEffect, useState } from 'react'
import { lazily } from '#web/ui/lazily'
import type { Tip } from '#web/ui/tip-at'

const TipAt = lazily(
  () => import('#web/ui/tip-at').then((part) => part.TipAt),
  () => null,
)

const openMs = 400
const tipped = '[title], button[aria-label], a[aria-label]'

/** The app's tooltips, from titles and icon buttons' names. By mouse or keyboard after 400 ms; never the only source. */
export function TitleTips() {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => watchTips(setTip), [])
  if (!tip) return null
  return (
    <Suspense>
      <TipAt key={tip.label} {...tip} />
    </Suspense>
  )
}

/** Null if the tooltip would only repeat visible text. */
function labelOf(target: HTMLElement): string | null {
  const title = target.getAttribute('title')?.trim() ?? ''
  const text = target.textContent.trim()
  if (title === '') return text === '' ? target.getAttribute('aria-label') : null
  const isWhole = target.scrollWidth <= target.clientWidth && target.scrollHeight <= target.clientHeight
  return title === text && isWhole ? null : title
}

function watchTips(show: (tip: Tip | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let held: HTMLElement | null = null
  let giveBack = () => {}
  // Changed elements may have another name now.
  const changes = new MutationObserver(() => leave())

  const hide = () => {
    clearTimeout(timer)
    show(null)
  }
  const leave = () => {
    hide()
    changes.disconnect()
    giveBack()
    giveBack = () => {}
    held = null
  }
  const come = (target: HTMLElement) => {
    leave()
    const label = labelOf(target)
    held = target
    if (label === null) return
    TipAt.preload()
    timer = setTimeout(() => {
      // What it opened says more.
      if (target.isConnected && target.ariaExpanded !== 'true') show({ target, label })
    }, openMs)
  }
  // The browser would show it a second time.
  const takeTitle = (target: HTMLElement) => {
    const title = target.getAttribute('title')
    if (title === null) return
    const isNameless = !target.hasAttribute('aria-label') && target.textContent.trim() === ''
    if (isNameless) target.setAttribute('aria-label', title)
    target.removeAttribute('title')
    giveBack = () => {
      if (isNameless) target.removeAttribute('aria-label')
      if (!target.hasAttribute('title')) target.setAttribute('title', title)
    }
    changes.observe(target, {
      attributeFilter: ['title'],
      childList: true,
      characterData: true,
      subtree: true,
    })
  }

  const listening = new AbortController()
  const { signal } = listening
  const on = { signal, passive: true, capture: true }
  const onOver = ({ pointerType, target: at }: PointerEvent) => {
    if (pointerType !== 'mouse' || !(at instanceof Element)) return
    if (held?.contains(at)) return
    const target = at.closest<HTMLElement>(tipped)
    if (!target) return held ? leave() : undefined
    come(target)
    takeTitle(target)
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.matches(tipped) && target.matches(':focus-visible'))
      come(target)
  }
  document.addEventListener('pointerover', onOver, on)
  document.addEventListener('focusin', onFocus, on)
  document.addEventListener('focusout', ({ target }) => target === held && leave(), on)
  document.addEventListener('pointerdown', hide, on)
  document.addEventListener('keydown', hide, on)
  document.addEventListener('scroll', hide, on)
  document.documentElement.addEventListener('pointerleave', leave, { signal })
  return () => {
    leave()
    listening.abort()
  }
}
