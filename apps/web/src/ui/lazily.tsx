import { Component, type ComponentType, type ReactNode, use } from 'react'
import { LateError } from '#web/lib/load-late'
import { createValue, useStore } from '#web/lib/store'
import { useKeepAsking } from '#web/ui/use-keep-asking'

/** Code that failed to load. It is retried automatically; `again` retries at once. */
export type Late = { needsReload: boolean; again: () => void }

type State<P> =
  | { at: 'unasked' }
  | { at: 'there'; Part: ComponentType<P> }
  | { at: 'missing'; needsReload: boolean }

const soonMs = 500

/** A lazily loaded component, inside a Suspense. If loading or rendering fails, `instead` shows. `preload` loads ahead. */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  instead: (late: Late, props: P) => ReactNode,
): ComponentType<P> & { preload: () => void } {
  const store = createValue<State<P>>({ at: 'unasked' })
  let running: Promise<void> | null = null

  const ask = (): Promise<void> => {
    running ??= loadTwice(load)
      .then(
        (Part) => store.dispatch({ at: 'there', Part }),
        (error: unknown) => store.dispatch({ at: 'missing', needsReload: needsReload(error) }),
      )
      .finally(() => {
        running = null
      })
    return running
  }

  const again = () => void ask()

  let waited: Promise<void> | null = null
  /** What React waits for; the same promise again, or React complains. */
  const wait = (at: State<P>['at']) => {
    if (at === 'unasked') waited ??= ask()
    return waited
  }

  function Lazy(props: P) {
    const state = useStore(store, (now) => now)
    const promise = wait(state.at)
    if (promise) use(promise)
    if (state.at !== 'there') {
      const late = { needsReload: state.at === 'missing' && state.needsReload, again }
      return (
        <>
          <KeepAsking late={late} />
          {instead(late, props)}
        </>
      )
    }
    return (
      <Guard instead={(restart) => instead({ needsReload: true, again: restart }, props)}>
        <state.Part {...props} />
      </Guard>
    )
  }

  return Object.assign(Lazy, { preload: () => void (store.get().at === 'unasked' && ask()) })
}

/** A short interruption is not worth a message. */
async function loadTwice<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (needsReload(error) || !navigator.onLine) throw error
    await new Promise((done) => setTimeout(done, soonMs))
    return load()
  }
}

const needsReload = (error: unknown) => !(error instanceof LateError) || error.needsReload

function KeepAsking({ late: { needsReload, again } }: { late: Late }) {
  useKeepAsking(again, !needsReload)
  return null
}

type GuardProps = { instead: (again: () => void) => ReactNode; children: ReactNode }

/** Contains errors inside. */
class Guard extends Component<GuardProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    const { instead, children } = this.props
    return this.state.isBroken ? instead(() => this.setState({ isBroken: false })) : children
  }
}
