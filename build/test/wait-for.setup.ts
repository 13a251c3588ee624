// A setup file is run once for each test file; what it imports, once for each worker.
import './wait-for.ts';
