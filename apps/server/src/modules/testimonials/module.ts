import type { Module } from '#server/module'
import { mountTestimonials } from '#server/modules/testimonials/routes'
import { exportTestimonial } from '#server/modules/testimonials/service'

export const testimonialsModule: Module = {
  mount: mountTestimonials,
  exported: { 'customer-review': exportTestimonial },
}
