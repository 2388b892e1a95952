import type { ComponentType } from 'react'
import { LatePage } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

/** Pages load on navigation; a failure shows below the header. */
export function late(load: () => Promise<ComponentType>) {
  const Component = lazily(load, (missing) => <LatePage late={missing} />)
  return { Component, handle: { preload: Component.preload } }
}
