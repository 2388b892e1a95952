/**
 * Paths that the server answers itself; all others open the web app. `/reviews`, `/notifications` and `/workspace` are
 * pages.
 */
export const serverPath = /\/api\/v1(\/|$)|^\/(files|health|docs|assets)(\/|$)|^\/(openapi\.json|metrics)$/
