/**
 * Paths that the server answers itself; a browser that asks for any other gets a page of the web app.
 * `/reviews`, `/notifications` and `/workspace` are pages, their calls lie below `…/api/v1`.
 */
export const serverPath = /\/api\/v1(\/|$)|^\/(files|health|docs|assets)(\/|$)|^\/(openapi\.json|metrics)$/
