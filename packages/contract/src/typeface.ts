/** Inter, or until it has loaded a device's font scaled to its metrics (apps/web/index.html), so that nothing moves. */
export const fontFamily =
  '"Inter Variable","Inter as Arial","Inter as Roboto","Inter as DejaVu",ui-sans-serif,system-ui,sans-serif'
