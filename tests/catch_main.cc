// The main of every Catch test; see //tests:catch_main.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
