import { ApiError } from '#web/lib/api-error'

/** Runs a second step; if the server refuses it, the first is taken back, and the refusal thrown. */
export async function orTakeBack<T>(second: Promise<T>, takeBack: () => Promise<unknown>): Promise<T> {
  try {
    return await second
  } catch (error) {
    // Without an answer it may have been done.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500)
      await takeBack().catch(() => {})
    throw error
  }
}
