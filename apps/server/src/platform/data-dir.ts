import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { StartupError } from '#server/platform/startup-error'

/** Creates the folder if needed and returns its real path. Throws a StartupError where it is not writable. */
export const makeDataDir = async (dataDir: string): Promise<string> => {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new StartupError(`DATA_DIR ${dataDir} cannot be written (${code}).`)
  }
}
