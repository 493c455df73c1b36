export { fc } from '../../testing/src/properties.ts'; // not by its name, because that package depends on this one
