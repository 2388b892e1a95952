import { useSyncExternalStore } from 'react'

export type Store<S, A> = {
  get: () => S
  dispatch: (action: A) => void
  subscribe: (listener: () => void) => () => void
}

/** A reducer with listeners, so that components render only when their part changes. */
export function createStore<S, A>(reducer: (state: S, action: A) => S, initial: S): Store<S, A> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    dispatch(action) {
      const next = reducer(state, action)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A store of one replaceable value. */
export function createValue<S>(initial: S): Store<S, S> {
  return createStore((_state, next) => next, initial)
}

/** What `select` reads of the store; it must return the same value for the same state. */
export function useStore<S, T>(
  store: Pick<Store<S, never>, 'get' | 'subscribe'>,
  select: (state: S) => T,
): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
