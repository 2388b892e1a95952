/** Scrolls to a whole form that opens at the dialog's end, not only to its field. */
export function showWhole(form: HTMLElement | null): void {
  form?.scrollIntoView({ block: 'nearest' })
}
