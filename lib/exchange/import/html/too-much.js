import { LarderError } from '../../../base/errors.js';

/** Of what is pasted. */
export const tooMuch = () => new LarderError('invalid', 'This is too much to be converted at once');
