export { HelpPage } from './help-page.tsx';
export { HintCard, type Hint } from './hint-card.tsx';
export { startTour, Tour, type TourStop } from './tour.tsx';
