import type { ComponentType } from 'react'
import { LatePage } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

/** Pages come when they are gone to; one that does not come says so below the header. */
export function late(load: () => Promise<ComponentType>) {
  const Component = lazily(load, (missing) => <LatePage late={missing} />)
  return { Component, handle: { preload: Component.preload } }
}
