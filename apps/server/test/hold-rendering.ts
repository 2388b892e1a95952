import { expect, vi } from 'vitest'
import type { TestApp } from './start-test-app.ts'

/** Holds all rendering until the returned function is called. */
export function holdRendering({ deps }: TestApp): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { render } = deps.renderer
  const held = vi.spyOn(deps.renderer, 'render').mockImplementation(async (task, urgency) => {
    await promise
    return render(task, urgency)
  })
  return () => {
    held.mockRestore()
    resolve()
  }
}

/** Waits until the file's rendering waits for a lock, or is over. */
export async function waitForLockOrRendered({ deps }: TestApp, file: string): Promise<void> {
  const look = async () => {
    const { rows } = await deps.db.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        union all select 1 from files f join blobs b on b.id = f.blob_id where f.id = $1 and b.state <> 'PROCESSING'`,
      [file],
    )
    return rows.length
  }
  await expect.poll(look).toBeGreaterThan(0)
}
