import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api-error'
import { toastForError } from '#web/lib/error-toast'
import { getSession, subscribeToSession } from '#web/lib/session'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta
    mutationMeta: ErrorMeta
  }
}

/** `shown`: the component shows these errors, so no toast; a list limits it to statuses. `instead`: see toastForError. */
type ErrorMeta = { shown?: true | readonly number[]; instead?: string } & Record<string, unknown>

const mayHelpToRetry = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // With data on screen, a failed refresh is not worth a toast.
      if (query.state.data === undefined) report(error, query.meta)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _onMutateResult, mutation) => report(error, mutation.meta),
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && mayHelpToRetry(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

function report(error: unknown, meta: ErrorMeta | undefined): void {
  const shown = meta?.shown
  if (shown === true) return
  if (shown && error instanceof ApiError && shown.includes(error.status) && !error.isWordless) return
  toastForError(error, meta?.instead)
}

// One user's data is never shown to the next.
let token = getSession().token
subscribeToSession(() => {
  if (getSession().token === token) return
  token = getSession().token
  queryClient.clear()
})
