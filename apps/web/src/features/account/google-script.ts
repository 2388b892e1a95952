import { fieldOf } from '#web/lib/changes/read-kept'

const address = 'https://accounts.google.com/gsi/client'

type ButtonOptions = { theme: 'outline' | 'filled_black'; size: 'large'; width: number; locale: string }

/** The part of Google's script used here. */
type GoogleId = {
  initialize(options: { client_id: string; callback: (answer: { credential: string }) => void }): void
  renderButton(parent: HTMLElement, options: ButtonOptions): void
}

let loading: Promise<GoogleId> | null = null

/** Loads Google's script once; rejects on failure, after which it may be called again. */
export function loadGoogleId(): Promise<GoogleId> {
  loading ??= load().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Pages opened by a link send no referrer, but Google's frame needs the origin. */
function tellOrigin(): void {
  const policy = document.createElement('meta')
  policy.name = 'referrer'
  policy.content = 'strict-origin'
  document.head.append(policy)
}

function load(): Promise<GoogleId> {
  tellOrigin()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onerror = () => reject(new Error('Google’s script did not load'))
    script.onload = () => {
      const id = fieldOf(fieldOf(fieldOf(window, 'google'), 'accounts'), 'id')
      if (isGoogleId(id)) resolve(id)
      else reject(new Error('Google’s script is not what it was'))
    }
    document.head.append(script)
  })
}

function isGoogleId(value: unknown): value is GoogleId {
  return ['initialize', 'renderButton'].every((name) => typeof fieldOf(value, name) === 'function')
}
