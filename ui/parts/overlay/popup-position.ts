import popup from './popup.module.css'

/** A popup stands by the window: a page that scrolls below it does not carry it away from under a press. */
export const popupPosition = { className: popup.positioner, positionMethod: 'fixed' } as const
