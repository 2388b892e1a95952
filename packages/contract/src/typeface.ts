/**
 * Inter, and until it is there what the device has, in Inter's measures (apps/web/index.html), so that nothing moves.
 * Of everything on screen, the server's first views too.
 */
export const fontFamily =
  '"Inter Variable","Inter as Arial","Inter as Roboto","Inter as DejaVu",ui-sans-serif,system-ui,sans-serif'
